import type { Day } from '~/platform/values/day'
import type { DemoFund } from './funds'
import type { DemoCurrency } from './market/series'
import { steady } from './market/steady'

/** A share class of a demo fund: reference data, and where its figures start. */
export interface DemoClass {
  code: string
  fundCode: string
  name: string
  currency: DemoCurrency
  decimals: number
  activeFrom: Day | null
  activeTo: Day | null
  reference: boolean
  hedged: boolean
  /** Pays once a quarter. */
  distributes: boolean
  startNav: number
  /** Part of the fund's total net assets at the start. */
  weight: number
}

interface Kind {
  name: string
  /** Blank: the fund's. */
  currency?: DemoCurrency
  decimals: number
  hedged?: true
  distributes?: true
  nav: number
  weight: number
  activeFrom?: Day
  activeTo?: Day
}

const KINDS: Record<string, Kind> = {
  A: { name: 'A (acc)', decimals: 2, nav: 128, weight: 5 },
  D: { name: 'D (dist)', decimals: 2, distributes: true, nav: 104, weight: 3 },
  I: { name: 'I institutional (acc)', decimals: 4, nav: 1187, weight: 6 },
  U: { name: 'A USD (acc)', currency: 'USD', decimals: 2, nav: 117, weight: 1.2 },
  E: { name: 'A EUR (acc)', currency: 'EUR', decimals: 2, nav: 109, weight: 1.4 },
  UH: { name: 'A USD hedged (acc)', currency: 'USD', decimals: 2, hedged: true, nav: 121, weight: 0.9 },
  EH: { name: 'A EUR hedged (acc)', currency: 'EUR', decimals: 2, hedged: true, nav: 112, weight: 1.1 },
  CH: { name: 'A CHF hedged (acc)', currency: 'CHF', decimals: 2, hedged: true, nav: 101, weight: 0.7 },
  N: {
    name: 'N founder (acc), launched 15.09.26',
    decimals: 3,
    nav: 100,
    weight: 0.8,
    activeFrom: '2026-09-15',
  },
  X: { name: 'X seed (acc), closed 30.09.26', decimals: 2, nav: 96, weight: 0.5, activeTo: '2026-09-30' },
}

/** The share classes of a fund; the first in the fund's currency is its reference class. */
export function shareClassesOf(fund: DemoFund): DemoClass[] {
  return fund.classes.split(' ').map((key, index) => {
    const kind = KINDS[key]
    if (!kind) throw new Error(`There is no kind of share class "${key}"`)
    const code = `${fund.code}-${key}`
    return {
      code,
      fundCode: fund.code,
      name: kind.name,
      currency: kind.currency ?? fund.currency,
      decimals: kind.decimals,
      activeFrom: kind.activeFrom ?? '2019-01-02',
      activeTo: kind.activeTo ?? null,
      reference: index === 0,
      hedged: kind.hedged ?? false,
      distributes: kind.distributes ?? false,
      startNav: kind.nav * (0.8 + 0.4 * steady(`start ${code}`)),
      weight: kind.weight * (0.7 + 0.6 * steady(`weight ${code}`)),
    }
  })
}
