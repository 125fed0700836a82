import { z } from 'zod'
import { openApiFor } from '~/areas/api-reference/openapi/openapi'
import { calls } from '~/http/calls/call'

/** GET openapi.json: this description of every call, OpenAPI 3.1. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'Describes every call: this document.',
    answers: { 200: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }) },
    answer: (_, { context }) => openApiFor(context),
  },
})
export const action = loader
