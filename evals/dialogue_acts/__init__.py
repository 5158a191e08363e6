"""What each sentence of coach-athlete talk does (dialogue acts: prescribes training, refers, accepts, ...).

A network reads it. Knows the talk and nothing of a session; datasets/dialogue_acts.md explains the labels and how well
they are read.
"""
