"""The command line. Nothing else of Seamark prints."""
