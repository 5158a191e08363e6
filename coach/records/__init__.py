"""What is stored or enters as bytes: frozen values, extra keys forbidden. No behaviour beyond validation."""
