"""The hidden information of each game that has any, by its rulebook; found by the name of the file."""
