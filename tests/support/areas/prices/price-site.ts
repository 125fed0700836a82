import type { Sql } from 'postgres'
import type { Happened } from 'tests/support/areas/production/constructed'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'

/** An inventory line with the fields relevant to prices. */
export interface MadeLine {
  isin: string | null
  price: Decimal | null
  code?: string
  type?: string
  currency?: string
  priceDate?: Day | null
  quantity?: Decimal | null
  factor?: Decimal | null
  fxRate?: Decimal | null
  marketValue?: Decimal
}

export interface MadeControl {
  fundCode: string
  tna: Decimal | null
  lines: MadeLine[]
  /** Currency → FX RATE of the NAV table. */
  rates?: Readonly<Record<string, Decimal>>
  /** Rule results: rule → the subjects of its breaches; a rule without breaches is OK. */
  results?: Readonly<Record<string, readonly string[]>>
  /** Without any inventory. */
  bare?: boolean
}

/** Stores a control like an upload, but without workbooks, as the NAV’s current one; returns its id. */
export async function storedControl(sql: Sql, navId: number, made: MadeControl): Promise<number> {
  const { fundCode, tna, lines, rates = {}, results = {}, bare } = made
  return sql.begin(async (tx) => {
    const nok = Object.values(results).filter((subjects) => subjects.length > 0).length
    const [control] = await tx<{ id: string }[]>`
      insert into nav_control (fund_nav_id, round, upload_type, definition, reason_code, comment, user_id, submitted_at,
        ok_count, nok_count)
      select ${navId}, at.round, 'FIA', 'FIA 3 files', 'FIRST', '', (select min(id) from app_user), '2026-11-02T08:00:00Z',
        ${Object.keys(results).length - nok}, ${nok}
      from workflow_instance at where at.object_id = ${navId} returning id`
    const controlId = Number(control?.id)
    const elements = [
      ...(tna === null ? [] : [{ type: 'FUND TNA', code: fundCode, value: tna }]),
      ...Object.entries(rates).map(([code, value]) => ({ type: 'FX RATE', code, value })),
    ]
    for (const [row, { type, code, value }] of elements.entries())
      await tx`insert into nav_line (control_id, row, type, code, currency, value)
        values (${controlId}, ${row}, ${type}, ${code}, 'EUR', ${value})`
    if (!bare)
      await tx`insert into nav_control_table (control_id, kind, source) values (${controlId}, 'Inventory', '{}')`
    if (lines.length > 0)
      await tx`insert into inventory_line ${tx(
        lines.map((line, row) => ({
          control_id: controlId,
          row,
          instrument_code: line.code ?? `C-${line.isin ?? row}`,
          instrument_name: `Name of ${line.isin}`,
          type: line.type ?? 'Equity',
          quotation_currency: line.currency ?? 'EUR',
          quantity: line.quantity === undefined ? '100' : line.quantity,
          price: line.price,
          price_date: line.priceDate === undefined ? '2026-10-30' : line.priceDate,
          market_value: line.marketValue ?? '1000',
          isin: line.isin,
          price_factor: line.factor ?? null,
          fx_rate: line.fxRate ?? null,
        })),
      )}`
    for (const [at, [ruleId, subjects]] of Object.entries(results).entries()) {
      const breaches = subjects
        .slice(0, 50)
        .map((subject) => ({ subject, formula: `${subject} differs`, figures: [] }))
      await tx`insert into rule_result (control_id, rule_id, sorting_order, name, severity, result, comment, evidence,
          breach_count)
        values (${controlId}, ${ruleId}, ${at + 1}, ${`${ruleId} Test`}, 'W', ${subjects.length > 0 ? 'NOK' : 'OK'}, '',
          ${tx.json({ formula: '', computation: '', tolerances: [], breaches, computedResult: 'NOK', computedComment: '' } as never)},
          ${subjects.length})`
    }
    await tx`update fund_nav set current_control_id = ${controlId} where id = ${navId}`
    return controlId
  })
}

/** The event of a control, which moves its NAV to CONTROLLED (ACCOUNTANT). */
export const ran = (user = 'accountant1'): Happened => ['control', user, '2026-11-02T08:00:00Z']

/** What price_row must contain for the current controls of a NAV date, by the definition alone. */
export function pricesByDefinition(
  controls: readonly (MadeControl & { provider: string; currency: string })[],
) {
  const lines = controls.flatMap(({ fundCode, provider, currency: own, tna, rates = {}, lines }) => {
    const seen = new Set<string>()
    return lines.flatMap((line) => {
      const { isin, price, type = 'Equity', currency = 'EUR', quantity = '100' } = line
      const priceDate = line.priceDate === undefined ? '2026-10-30' : line.priceDate
      if (!isin || price === null || !priceDate || !['Equity', 'Bond', 'Fund'].includes(type)) return []
      const key = `${isin} ${currency} ${priceDate}`
      const first = !seen.has(key)
      seen.add(key)
      const rate = line.fxRate ?? (currency === own ? '1' : rates[currency])
      const isMeasurable = tna !== null && Number(tna) > 0 && quantity !== null && rate !== undefined
      const weight = isMeasurable
        ? new Big(quantity)
            .times(line.factor ?? '1')
            .times(rate)
            .div(tna)
        : null
      return [{ key, price, provider, fundCode, first, weight }]
    })
  })
  const medians = new Map(
    [...new Set(lines.map(({ key }) => key))].map((key) => {
      const prices = lines.filter((each) => each.key === key && each.first).map(({ price }) => new Big(price))
      prices.sort((a, b) => a.cmp(b))
      return [key, prices[Math.ceil(prices.length / 2) - 1] ?? new Big(0)]
    }),
  )
  const rows = new Map<string, { funds: Set<string>; effect: Big | null; median: Big }>()
  for (const { key, price, provider, fundCode, weight } of lines) {
    const name = `${key} ${provider} ${new Big(price).toFixed()}`
    const median = medians.get(key) ?? new Big(0)
    const row = rows.get(name) ?? { funds: new Set<string>(), effect: null, median }
    rows.set(name, row)
    row.funds.add(fundCode)
    const effect = weight && new Big(price).minus(median).times(weight).times(10_000)
    if (effect && (row.effect === null || effect.abs().gt(row.effect.abs()))) row.effect = effect
  }
  return [...rows]
    .map(([name, { funds, effect, median }]) => {
      const shown = effect === null ? 'none' : effect.abs().round(4, Big.roundHalfUp).toFixed(4)
      return `${name} median ${median.toFixed()} of ${[...funds].sort().join('+')} effect ${shown}`
    })
    .sort()
}

/** The same from the database. */
export async function storedPrices(sql: Sql, navDate: Day): Promise<string[]> {
  const rows = await sql<Record<string, string>[]>`
    select isin, currency, price_date::text as day, provider, trim_scale(price)::text as price,
      trim_scale(median)::text as median,
      array_to_string(array(select string_to_table(fund_codes, chr(10)) order by 1), '+') as funds, effect, size::numeric(30, 4)::text as size
    from price_row where nav_date = ${navDate}`
  return rows
    .map(({ isin, currency, day, provider, price, median, funds, effect, size }) => {
      return `${isin} ${currency} ${day} ${provider} ${price} median ${median} of ${funds} effect ${effect === null ? 'none' : size}`
    })
    .sort()
}
