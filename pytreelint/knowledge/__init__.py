"""What libraries declare, as data: PyTree makers, transforms, call results. No code of the model lives here."""
