import { z } from 'zod'
import { aDay, aNumber, anAmount, anId, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { ACCRUAL_RESULTS, type AccrualResult, type AccrualRow, RESULT_TITLE } from './accrual'
import { accrualRows } from './accruals.server'
import { ACCRUAL_COLUMNS } from './list'

const anAccrual = z
  .object({
    nav_id: anId,
    fund_code: aText,
    entity: aText.nullable().describe('Legal entity of the fund, which suppliers bill.'),
    nav_date: aDay,
    expense_type: aText.describe('Several where they share their accounts.'),
    accounts: aText.describe('The beginnings of the accounts of the balance.'),
    currency: aText.describe('Of the fund.'),
    accrued: anAmount,
    invoiced: anAmount.describe('Cost of the service until the NAV date, by service period.'),
    paid: anAmount.describe('Of what is invoiced, paid by the NAV date.'),
    difference: anAmount.describe('Accrued less what is invoiced and not paid.'),
    percent: anAmount.nullable().describe('Of what is accrued.'),
    bp: anAmount.nullable().describe('Of TNA.'),
    invoiced_to: aDay.nullable(),
    invoices: aNumber,
    result: z.enum(Object.keys(ACCRUAL_RESULTS) as AccrualResult[]).describe(RESULT_TITLE),
  } satisfies Record<Exclude<keyof AccrualRow, 'key'>, z.ZodType>)
  .meta({ id: 'Accrual' })

export const accrualsCalls: EndpointTable = {
  about: 'accruals',
  calls: {
    accruals: {
      GET: {
        may: ['navctrl'],
        summary: 'What the latest NAV of each fund accrued for each expense type, against its invoices.',
        query: z.object({
          date: aDay.optional().describe('NAVs until this day; the current day by default.'),
        }),
        list: kindsOf(ACCRUAL_COLUMNS),
        answers: { 200: z.array(anAccrual) },
        async answer({ read, today }, args) {
          const requested = new URL(args.request.url).searchParams.get('date') || null
          const sentence = 'Give the date as yyyy-MM-dd.'
          if (requested !== null && !isDay(requested))
            throw new DomainError('invalid', `"date": ${sentence}`, { fields: { date: sentence } })
          const until = requested ?? today
          return rowsAnswer(
            args,
            await accrualRows(read, { until }),
            ACCRUAL_COLUMNS,
            ({ key: _, ...row }) => row,
          )
        },
      },
    },
  },
}
