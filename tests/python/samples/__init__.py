"""The sample stores: one module for each store, and what they share."""
