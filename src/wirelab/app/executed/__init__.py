"""What codecs were seen to do, as recorded, as kept on this machine, and in files of the user's."""
