"""The templates, as a data package: `package/` mirrors a generated package."""
