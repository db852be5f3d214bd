-- What Neovim does with the server that its settings start. Prints what it saw, as JSON:
--     nvim --headless -u SETTINGS -c "luafile neovim.lua" train.py
local PATIENCE = 120000 -- milliseconds
local seen = {}

local function wait_for(what, condition)
  assert(vim.wait(PATIENCE, condition, 20), "waited in vain for " .. what)
end

local function codes()
  return vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0))
end

local function asked(method, params)
  local answer = assert(vim.lsp.buf_request_sync(0, method, params, PATIENCE))
  return select(2, next(answer)).result
end

local function main()
  wait_for("the finding", function() return codes()[1] ~= nil end)
  seen.first = codes()
  local found = vim.diagnostic.get(0)[1]
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  seen.client, seen.root = client.name, client.root_dir
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  seen.hover = asked("textDocument/hover", vim.lsp.util.make_position_params(0, client.offset_encoding)).contents.value
  vim.lsp.buf.code_action({ apply = true, filter = function(each) return each.isPreferred end })
  wait_for("the fix", function() return #vim.diagnostic.get(0) == 0 end)
  seen.fixed = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n") .. "\n"
  vim.cmd("normal! u")
  vim.api.nvim_buf_set_lines(0, -1, -1, true, { "é = '𝄞'; y = (" })
  wait_for("the error", function() return codes()[1] == "PTL901" end)
  seen.column = vim.diagnostic.get(0)[1].col -- in bytes
  vim.cmd("normal! u")
  wait_for("the finding again", function() return codes()[1] == "PTL201" end)
  vim.cmd("edit net.py")
  wait_for("hints", function() return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0 end)
  seen.hints = vim.tbl_map(function(each)
    return each.inlay_hint.position.line .. " " .. each.inlay_hint.label
  end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
  client:stop()
  wait_for("the end", function() return client:is_stopped() end)
end

local right, message = pcall(main)
seen.error = not right and tostring(message) or nil
io.stdout:write(vim.json.encode(seen), "\n")
vim.cmd("qall!")
