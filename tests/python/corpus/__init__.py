"""The test corpus: small stores by several libraries, and what each library reads back from them."""
