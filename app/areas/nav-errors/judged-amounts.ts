import type { Decimal } from '~/platform/values/decimal'
import { type Compensation, compensationOf, type DealLine } from './compensation'
import { type Deal, holderKey, sharesAtEnd } from './deals'
import { type CaseClass, type CaseDate, type CaseFigures, figuresOf } from './figures'
import type { NavErrorPolicy } from './policy'

/** What a case says of a reference. */
interface NotedHolder {
  holder: string
  /** The reference that it is one with; null for none. */
  sameAs: string | null
  isNominee: boolean
  pays: boolean
}

/** All that figures and compensation are worked out from: plain data, as a thread takes it. */
export interface AmountsInput {
  fundCurrency: string
  classes: readonly CaseClass[]
  /** In the order of their dates. */
  dates: readonly CaseDate[]
  deals: readonly Deal[]
  /** Lines that are judged as deals. */
  lines: readonly DealLine[]
  policy: NavErrorPolicy
  everyDateCounts: boolean
  holders: readonly NotedHolder[]
  payers: readonly { name: string; percent: Decimal }[]
  /** The payer that pays the holders of a class directly. */
  direct: Readonly<Record<string, string>>
}

export interface JudgedAmounts {
  figures: CaseFigures
  compensation: Compensation
}

/** How wrong the NAVs of a case were, and who is owed what. */
export function judgedAmounts(input: AmountsInput): JudgedAmounts {
  const { fundCurrency, classes, dates, deals, lines, policy, everyDateCounts, holders, payers, direct } =
    input
  const nameOf = namesOf(holders)
  const noted = (isMeant: (note: NotedHolder) => boolean) =>
    new Set(holders.filter(isMeant).map(({ holder }) => nameOf(holder)))
  const ends = sharesAtEnd(deals, nameOf)
  const figures = figuresOf({
    fundCurrency,
    classes,
    dates,
    deals,
    policy,
    everyDateCounts,
    takesShares: ({ holder, classCode }) =>
      policy.form === 'shares' &&
      holder !== null &&
      (ends.get(holderKey(nameOf(holder), classCode))?.gt(0) ?? false),
  })
  const compensation = compensationOf({
    fundCurrency,
    classes,
    figures: figures.figures,
    deals: figures.deals,
    lines,
    policy,
    nameOf,
    ends,
    nominees: noted(({ isNominee }) => isNominee),
    payingHolders: noted(({ pays }) => pays),
    payers,
    direct,
  })
  return { figures, compensation }
}

/** The reference that each is one with, also by way of others; of references that name each other the first by name. */
export function namesOf(
  holders: readonly Pick<NotedHolder, 'holder' | 'sameAs'>[],
): (holder: string) => string {
  const sameAs = new Map(holders.map((each) => [each.holder, each.sameAs]))
  return (holder) => {
    const passed: string[] = []
    let at = holder
    for (let next = sameAs.get(at); next; next = sameAs.get(at)) {
      passed.push(at)
      if (passed.includes(next)) return passed.slice(passed.indexOf(next)).sort()[0] ?? next
      at = next
    }
    return at
  }
}
