"""A small document that has no faults."""

from __future__ import annotations

CHAT = """\
asyncapi: 2.6.0
info: {title: Chat, version: 1.0.0}
defaultContentType: application/json
servers:
  main: {url: https://api.example.com/v1, protocol: https}
channels:
  /chat:
    bindings:
      http: {type: request, method: POST}
      x-sse: {terminator: '[DONE]'}
    subscribe:
      operationId: streamChat
      message:
        $ref: '#/components/messages/Chunk'
components:
  messages:
    Chunk:
      name: Chunk
      payload:
        type: object
        properties:
          text: {type: string}
      examples:
        - payload: {text: hi}
"""
