import { z } from 'zod'
import { aBoolean, aDay, anAmount, anId, aRow, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { lineValue, nothing, textValue } from '~/http/calls/values'
import type { Guarded } from '~/http/guard'
import { type Day, isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { fieldsOf } from '~/ui/grid/columns'
import { PRICE_ROW, type PriceRow } from './fields.server'
import { justify, TITLE } from './justify.server'
import { PRICE_GRID, RATE_COLUMNS } from './list'
import type { RateRow } from './prices'
import { latestPriceDate, PRICE_COLUMNS, priceList } from './prices.server'
import { rateRows } from './rates.server'

const aPrice = aRow(PRICE_ROW)
  .extend({ fund_codes: z.array(aText) })
  .meta({ id: 'Price' })

const aRate = z
  .object({
    currency: aText,
    nav_id: anId,
    fund_code: aText,
    provider: aText.describe('Administrator: FIA or MFFA.'),
    fund_currency: aText,
    rate: anAmount.describe('Fund currency for one unit.'),
    stored: anAmount.nullable().describe('Stored rate of the currency / stored rate of the fund currency.'),
    stored_date: aDay.nullable().describe('The day of the older of the two stored rates.'),
    deviation: anAmount.nullable().describe('From the stored rate, in percent of it.'),
    effect: anAmount.nullable().describe('In basis points of FUND TNA.'),
    size: anAmount.describe('The effect without its sign.'),
  } satisfies Record<Exclude<keyof RateRow, 'key'>, z.ZodType>)
  .meta({ id: 'Rate' })

const aJustified = z
  .object({
    rule_result_id: anId,
    nav_id: anId,
    control_id: anId,
    fund_code: aText,
    result: aText,
    comment: aText,
    why_not: aText.nullable().describe('Why the result stays as it is; null where it was justified.'),
    justified: aBoolean,
  })
  .meta({ id: 'Justified' })

const Justification = z.object({
  date: z.string('Give the NAV date as yyyy-MM-dd.').refine(isDay, 'Give the NAV date as yyyy-MM-dd.'),
  isin: z.preprocess(nothing, lineValue.nullable()).optional().describe('Of the instrument: rule I15.'),
  currency: z.preprocess(nothing, lineValue.nullable()).optional().describe('Of the rate: rule N13.'),
  comment: textValue.describe('Mandatory.'),
})

const dated = z.object({ date: aDay.optional().describe('NAV date; the latest with controls by default.') })

/** The NAV date of a call; null on a site that has no control yet. */
async function dateOf({ read }: Pick<Guarded, 'read'>, request: Request): Promise<Day | null> {
  const requested = new URL(request.url).searchParams.get('date')
  if (requested === null || requested === '') return latestPriceDate(read)
  if (isDay(requested)) return requested
  const sentence = 'Give the NAV date as yyyy-MM-dd.'
  throw new DomainError('invalid', `"date": ${sentence}`, { fields: { date: sentence } })
}

const priceFields = [...PRICE_COLUMNS, ...fieldsOf({ id: 'number' })]

export const pricesCalls: EndpointTable = {
  about: 'prices',
  calls: {
    prices: {
      GET: {
        may: ['prices'],
        summary: 'Each price of each instrument on a NAV date with its median and effect, outliers first.',
        query: dated,
        list: kindsOf(PRICE_COLUMNS),
        answers: { 200: z.array(aPrice) },
        async answer(guarded, { request }) {
          const query = callQuery(request, priceFields, PRICE_GRID)
          const date = await dateOf(guarded, request)
          if (date === null) return listAnswer(request, query, { rows: [], total: 0 })
          const page = await priceList(guarded, date).page(query)
          return listAnswer(request, query, page, (rows) =>
            (rows as PriceRow[]).map((row) => ({ ...row, fund_codes: row.fund_codes.split(', ') })),
          )
        },
      },
    },
    rates: {
      GET: {
        may: ['prices'],
        summary: 'The FX rates of all funds on a NAV date against the stored rates, outliers first.',
        query: dated,
        list: kindsOf(RATE_COLUMNS),
        answers: { 200: z.array(aRate) },
        async answer({ read }, args) {
          const date = await dateOf({ read }, args.request)
          const rows = date === null ? [] : await rateRows(read, date)
          return rowsAnswer(args, rows, RATE_COLUMNS, ({ key: _, ...row }) => row)
        },
      },
    },
    /**
     * POST prices/justifications: one justification of a price or rate for all funds; returns the outcome of each
     * result.
     */
    'prices/justifications': {
      POST: {
        may: ['prices', 'update'],
        title: TITLE,
        summary:
          'Justifies the results of rule I15 (isin) or N13 (currency) on the current controls of a NAV date whose only breaches it is; answers each result, and why it stays where it does.',
        answers: { 200: z.array(aJustified) },
        ...takes(Justification, (guarded, _, { date, isin, currency, comment }) => {
          if (Boolean(isin) === Boolean(currency))
            throw new DomainError('invalid', 'Give either "isin" or "currency".', {
              fields: { isin: 'Give this or the currency.', currency: 'Give this or the ISIN.' },
            })
          const of = isin
            ? { rule: 'I15' as const, code: isin }
            : { rule: 'N13' as const, code: currency ?? '' }
          return justify(guarded, { ...of, navDate: date, comment, only: null })
        }),
      },
    },
  },
}
