import { z } from 'zod'
import { aFile, aNumber, anId, anInstant, aStoredFile, aText, created } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { takes } from '~/http/calls/takes'
import { codeOf, idOf } from '~/http/calls/values'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { fingerprint } from '~/platform/workflow/signing.server'
import { builtPacks } from './built-packs.server'
import { fundsField, monthField, NO_PACK, packKind } from './forms'
import { availableUntil, monthPackById } from './month-packs.server'
import { monthAnswer, packAnswer, signingOf, storedMonthAnswer } from './routes/build-pack'
import { cancelMonth, startMonthPack } from './routes/month-job'

const ZIP = 'application/zip'

const aKey = z
  .object({
    id: aText.describe('The start of its fingerprint; signatures name it.'),
    spki: aText.describe('SubjectPublicKeyInfo, DER in base64.'),
    fingerprint: aText.describe('SHA-256 of the key, in hex: what people compare.'),
  })
  .meta({ id: 'SigningKey' })

const aBuiltPack = z
  .object({
    eventId: anId,
    at: anInstant,
    who: aText,
    kind: z.enum([...packKind.options, 'month']),
    id: anId.optional().describe('Of the NAV, invoice or budget.'),
    month: aText.optional(),
    funds: z.array(aText).optional(),
    sha256: aText,
    size: aNumber.describe('In bytes.'),
    unproven: z
      .array(aText)
      .optional()
      .describe('Tables in which the rows of the object were not what Fundesk signed.'),
  })
  .meta({ id: 'BuiltPack' })

const aMonthPack = z
  .object({
    id: anId,
    month: aText,
    funds: z.array(aText),
    status: z
      .enum(['WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'])
      .describe('WAITING while months that were requested before are built.'),
    total: aNumber.describe('NAVs of the month.'),
    done: aNumber,
    size: aNumber.nullable(),
    sha256: aText.nullable(),
    note: aText.describe('Why it failed, or who cancelled it.'),
    requester: aText,
    requestedAt: anInstant,
    finishedAt: anInstant.nullable(),
    keptUntil: anInstant.describe('Until then it can be downloaded.'),
  })
  .meta({ id: 'MonthPack' })

const NewMonth = z.object({
  month: monthField.describe('Of the NAV dates, such as 2026-10.'),
  funds: fundsField.default([]).describe('Codes of the funds; empty for all with a NAV in the month.'),
})

async function monthShape(read: Guarded['read'], id: number) {
  const { beatAt: _beat, requestedBy: _by, ...pack } = await monthPackById(read, id)
  return { ...pack, keptUntil: availableUntil(pack) }
}

const packId = (text: string | undefined) => idOf(text, 'pack of a month')

export const evidenceCalls: EndpointTable = {
  about: 'evidence',
  calls: {
    'evidence/keys': {
      GET: {
        may: ['evidence'],
        summary: 'The public keys (Ed25519) that sign checkpoints and packs, the one in use first.',
        answers: { 200: z.object({ keys: z.array(aKey) }) },
        answer: async ({ services }) => ({
          keys: signingOf(services).all.map((key) => ({ ...key, fingerprint: fingerprint(key) })),
        }),
      },
    },
    'evidence/packs': {
      GET: {
        may: ['evidence'],
        summary: 'The newest packs that were built: who, of what, and the SHA-256 of the file.',
        answers: { 200: z.object({ packs: z.array(aBuiltPack) }) },
        answer: async ({ read }) => ({ packs: await builtPacks(read) }),
      },
    },
    'evidence/pack/:kind/:objectId': {
      GET: {
        may: ['evidence'],
        title: NO_PACK,
        summary: 'The pack of a NAV, an invoice or a budget: one ZIP that can be checked without network.',
        path: { kind: packKind },
        answers: { 200: aFile(ZIP) },
        answer(guarded, { request, params }) {
          const { kind } = parseFields({ kind: params.kind ?? '' }, z.object({ kind: packKind }), NO_PACK)
          return packAnswer(guarded, request, { kind, id: idOf(params.objectId, kind) })
        },
      },
    },
    'evidence/month/:month/:fundCode': {
      GET: {
        may: ['evidence'],
        title: NO_PACK,
        summary: 'The pack of a month of one fund, with the packs of all its NAVs, while it is made.',
        path: { month: monthField, fundCode: aText },
        answers: { 200: aFile(ZIP) },
        answer(guarded, { request, params }) {
          const { month } = parseFields(
            { month: params.month ?? '' },
            z.object({ month: monthField }),
            NO_PACK,
          )
          return monthAnswer(guarded, request, { month, fund: codeOf(params.fundCode) })
        },
      },
    },
    'evidence/months': {
      POST: {
        may: ['evidence', 'add'],
        title: NO_PACK,
        summary:
          'Begins to build the pack of a month of several funds, one of each user at a time; read how far it is by its id.',
        answers: { 201: aMonthPack },
        ...takes(NewMonth, async (guarded, _, scope) => {
          const id = await startMonthPack(guarded, scope)
          return created(await monthShape(guarded.read, id))
        }),
      },
    },
    'evidence/months/:packId': {
      GET: {
        may: ['evidence'],
        summary: 'The pack of a month: how far it is, and until when it can be downloaded.',
        answers: { 200: aMonthPack },
        answer: ({ read }, { params }) => monthShape(read, packId(params.packId)),
      },
    },
    'evidence/months/:packId/cancel': {
      POST: {
        may: ['evidence'],
        summary:
          'Ends the building of the pack of a month; what was built is gone. Its requester may do so, and users with the permission to update.',
        answers: { 200: aMonthPack },
        ...takes(z.object({}), async (guarded, { params }) => {
          const id = packId(params.packId)
          await cancelMonth(guarded, id)
          return monthShape(guarded.read, id)
        }),
      },
    },
    'evidence/months/:packId/file': {
      GET: {
        may: ['evidence'],
        summary: 'The finished pack of a month, for a week.',
        answers: { 200: aStoredFile(ZIP) },
        answer: (guarded, { request, params }) => storedMonthAnswer(guarded, request, packId(params.packId)),
      },
    },
  },
}
