import { z } from 'zod'
import { fundCodes } from '~/areas/navs/tolerances.server'
import { aBoolean, aDay, aNumber, anAmount, anId, anInstant, aText, created } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { takes } from '~/http/calls/takes'
import { idOf, textValue } from '~/http/calls/values'
import { detectedFunds } from './detection/detect.server'
import { describeCell, isBlindCell, SOURCE_NAMES } from './detection/detection'
import { periodOf } from './forms'
import { checkedChange, TITLE } from './requested-change'
import { startRun } from './routes/start-run'
import { runById } from './runs.server'

const aRun = z
  .object({
    id: anId,
    kind: aText,
    status: aText.describe('RUNNING, DONE, CANCELLED or FAILED.'),
    done: aNumber,
    total: aNumber.describe('Controls of the run.'),
    engineVersion: aNumber,
    requestedAt: anInstant,
    fingerprint: aText.nullable().describe('SHA-256 of all that the run read.'),
    digest: aText.nullable().describe('SHA-256 of the result: the same for the same fingerprint.'),
    note: aText,
    criteria: z.unknown(),
    result: z.unknown().describe('What the run found; null until it is DONE.'),
  })
  .meta({ id: 'Replay' })

const aFundFloor = z
  .object({
    fundCode: aText,
    controlId: anId,
    navDate: aDay,
    threshold: anAmount.describe('The error threshold in basis points.'),
    current: aBoolean.describe('False where another control of this NAV has run since.'),
    blindSpots: aNumber,
    errors: z.array(
      z.object({
        error: aText,
        bp: aNumber.nullable().describe('The smallest size that a rule finds; null where none does.'),
        rules: z.array(aText),
        words: aText,
        blindSpot: aBoolean,
        closes: z.array(aText),
        withoutSources: z
          .object({
            bp: aNumber.nullable(),
            closedBy: z
              .array(z.enum(SOURCE_NAMES))
              .describe('The second sources that find it at the threshold where the files alone are blind.'),
          })
          .nullable()
          .describe('The floor by the files alone; null for a control without second sources.'),
      }),
    ),
  })
  .meta({ id: 'DetectionFloor' })

const Change = z.object({
  tolerance: textValue.describe('A key of the tolerances ("N14.tna"), or a rule that is off ("N14 off").'),
  value: textValue.default('').describe('The new value; blank for a rule that is off.'),
  level: textValue.default('all').describe('fund, fund type, provider or all.'),
  subject: textValue.nullish().describe('The fund, fund type or provider.'),
})

const Replay = z.object({
  funds: z.array(z.string()).default([]).describe('Codes of the funds; empty for all.'),
  from: textValue.default('').describe('First NAV date; blank for all.'),
  to: textValue.default('').describe('Last NAV date; blank for all.'),
  changes: z.array(Change).max(200).describe('Empty proves that stored results are reproduced.'),
})

export const replayCalls: EndpointTable = {
  about: 'replay',
  calls: {
    replay: {
      POST: {
        may: ['replay', 'add'],
        title: TITLE,
        summary: 'Starts the rules over stored controls with other tolerances; read how far it is by its id.',
        answers: { 201: aRun },
        ...takes(Replay, async (guarded, _, { funds, from, to, changes }) => {
          const codes = await fundCodes(guarded.read)
          const criteria = {
            ...periodOf({ funds: funds.join(','), from, to }, codes),
            changes: changes.map((each) => checkedChange({ ...each, subject: each.subject || null }, codes)),
          }
          const id = await startRun(guarded, { kind: 'replay', criteria })
          return created(await runShape(guarded.read, id))
        }),
      },
    },
    'replay/:id': {
      GET: {
        may: ['replay'],
        summary: 'A run over stored controls: how far it is, and what it found.',
        answers: { 200: aRun },
        answer: ({ read }, { params }) => runShape(read, idOf(params.id, 'replay')),
      },
    },
    detection: {
      GET: {
        may: ['replay'],
        summary: 'How large each known error must be in each fund before a rule finds it; blind spots first.',
        answers: { 200: z.object({ funds: z.array(aFundFloor) }) },
        answer: async ({ read }) => ({
          funds: (await detectedFunds(read)).map(
            ({ fund, controlId, navDate, threshold, isCurrent, blind, cells }) => ({
              fundCode: fund,
              controlId,
              navDate,
              threshold,
              current: isCurrent,
              blindSpots: blind,
              errors: cells.map((cell) => ({
                error: cell.error,
                bp: cell.bp,
                rules: cell.rules,
                closes: cell.closes,
                withoutSources: cell.sources && { bp: cell.sources.alone, closedBy: cell.sources.buys },
                words: describeCell(cell),
                blindSpot: isBlindCell(cell, threshold),
              })),
            }),
          ),
        }),
      },
    },
  },
}

async function runShape(read: Parameters<typeof runById>[0], id: number) {
  const run = await runById(read, id)
  const { kind, status, done, total, engineVersion, requestedAt, fingerprint, digest, note, criteria } = run
  return {
    id,
    kind,
    status,
    done,
    total,
    engineVersion,
    requestedAt,
    fingerprint,
    digest,
    note,
    criteria,
    result: run.result === null ? null : JSON.parse(run.result),
  }
}
