import { z } from 'zod'
import { aBoolean, aDay, aNumber, anId, anInstant, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takesFiles } from '~/http/calls/takes'
import { booleanValue, nothing } from '~/http/calls/values'
import { isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { SOURCES_UPLOAD } from '../forms'
import { SOURCE_COLUMNS } from './source-columns'
import { SOURCE_KINDS, SOURCES_TITLE } from './source-kinds'
import { SOURCE_STATES, type SourceRow } from './source-rows'
import { lastNavDate, sourceRows } from './source-rows.server'
import { receiveSources, type SourcesReceived } from './upload-sources.server'

const aSource = z
  .object({
    kind: z.enum(SOURCE_KINDS),
    fund_code: aText.nullable().describe('Null for prices and announcements.'),
    sender: aText,
    state: z.enum(SOURCE_STATES),
    is_expected: aBoolean.describe('The reference data of the fund names the sender.'),
    source_date: aDay
      .nullable()
      .describe('At a weekend that of the last weekday, of deals their last day; null while it is missing.'),
    row_count: aNumber.nullable(),
    file_name: aText.nullable(),
    uploaded_at: anInstant.nullable(),
    uploaded_by: aText.nullable(),
    fault: aText.nullable().describe('What keeps it from being used.'),
    nav_id: anId.nullable(),
  } satisfies Record<Exclude<keyof SourceRow, 'key'>, z.ZodType>)
  .meta({ id: 'SecondSource' })

const received = {
  kind: aText.describe('Several kinds with commas between.'),
  sender: aText.describe('Several senders with commas between.'),
  rows: aNumber,
  funds: aNumber,
  days: aNumber,
  replaced: aNumber.describe(
    'Funds and days, or rows of prices and announcements, that earlier files stated.',
  ),
}

const aReceipt = z
  .object({
    ...received,
    tables: z.array(z.object({ file: aText, ...received })).describe('The same of each kind in each file.'),
    unknownFunds: z.array(aText).describe('Fund codes that this site does not have.'),
    faults: z.array(z.object({ file: aText, sheet: aText.nullable(), cell: aText.nullable(), what: aText })),
  })
  .meta({ id: 'SourcesReceived' })

/** What was read of all files, in numbers. */
function receiptOf({ received: tables, unknownFunds, faults }: SourcesReceived) {
  const together = (of: 'kind' | 'sender') => [...new Set(tables.map((table) => table[of]))].join(', ')
  const total = (of: 'rows' | 'funds' | 'days' | 'replaced') =>
    of === 'rows' || of === 'replaced'
      ? tables.reduce((sum, table) => sum + table[of], 0)
      : Math.max(0, ...tables.map((table) => table[of]))
  return {
    kind: together('kind'),
    sender: together('sender'),
    rows: total('rows'),
    funds: total('funds'),
    days: total('days'),
    replaced: total('replaced'),
    tables,
    unknownFunds,
    faults,
  }
}

export const sourcesCalls: EndpointTable = {
  about: 'navs',
  calls: {
    sources: {
      GET: {
        may: ['navctrl'],
        summary:
          'What transfer agents, depositaries and vendors say of the NAVs of a date: expected, arrived and missing.',
        query: z.object({
          date: aDay.optional().describe('The NAV date; the last one by default.'),
          kind: z.enum(SOURCE_KINDS).optional(),
          fund: aText.optional().describe('A fund code.'),
        }),
        list: kindsOf(SOURCE_COLUMNS),
        answers: { 200: z.array(aSource) },
        async answer({ read, today }, args) {
          const { searchParams } = new URL(args.request.url)
          const [date, kind, fund] = ['date', 'kind', 'fund'].map((name) => searchParams.get(name) || null)
          if (date && !isDay(date)) throw wrong('date', 'Give the date as yyyy-MM-dd.')
          if (kind && !SOURCE_KINDS.some((each) => each === kind))
            throw wrong('kind', `Give one of ${SOURCE_KINDS.join(', ')}.`)
          const rows = await sourceRows(read, date ?? (await lastNavDate(read, today)))
          const wanted = rows.filter(
            (row) => (!kind || row.kind === kind) && (!fund || row.fund_code === fund),
          )
          return rowsAnswer(args, wanted, SOURCE_COLUMNS, ({ key: _, ...row }) => row)
        },
      },
      POST: {
        may: ['navctrl', 'add'],
        title: SOURCES_TITLE,
        summary:
          'Takes files of other parties: registers, cash, positions, prices and announcements, of many funds and days; with dryRun it only reads them.',
        answers: { 200: aReceipt },
        ...takesFiles(
          {
            limits: SOURCES_UPLOAD,
            fields: z.object({
              format: z
                .string()
                .max(40, 'At most 40 characters.')
                .default('')
                .describe('The code of a file format.'),
              sender: z
                .string()
                .max(40, 'At most 40 characters.')
                .default('')
                .describe('Of files with FUNDESK’s headings; the kind by default.'),
              kind: z
                .preprocess(
                  nothing,
                  z.enum(SOURCE_KINDS, `Give one of ${SOURCE_KINDS.join(', ')}.`).nullable(),
                )
                .default(null)
                .describe('Of every sheet; by default each by its headings.'),
              dryRun: booleanValue.default(false),
            }),
          },
          async (guarded, _, { files, fields }) =>
            receiptOf(await receiveSources(guarded, guarded.services, { files, ...fields })),
        ),
      },
    },
  },
}

const wrong = (field: string, sentence: string) =>
  new DomainError('invalid', `"${field}": ${sentence}`, { fields: { [field]: sentence } })
