import { Big } from '~/platform/values/decimal'
import type { AccountClass, AccountSide, RuleInput } from './contract'
import type { Account, UploadIndex } from './upload-index'

/** The numbered classes of the rule table; 38 belongs to class 3 and 46 to class 4. */
const NUMBERED: Record<number, readonly AccountClass[]> = {
  2: ['securities'],
  3: ['receivables', 'accrued interest'],
  4: ['payables', 'accrued expenses'],
  5: ['cash'],
  9: ['suspense'],
}

/** The usual side of accounts whose prefix does not set one; accounts of other classes have none. */
const USUAL_SIDES: Partial<Record<AccountClass, AccountSide>> = {
  securities: 'debit',
  receivables: 'debit',
  'accrued interest': 'debit',
  payables: 'credit',
  'accrued expenses': 'credit',
}

export interface AccountClasses {
  /** Null for an account outside the plan. */
  of(accountNumber: string): AccountClass | null
  /** True when the account is of one of the numbered classes. */
  within(accountNumber: string, ...classes: number[]): boolean
  /** The side set by the account's prefix, or else by its class; "both" for an account outside the plan. */
  side(accountNumber: string): AccountSide
  /** Whether dividends are booked on the account, as its prefix says. */
  dividends(accountNumber: string): boolean
}

/** Looks accounts up in an account plan: the longest prefix wins. */
export function accountClasses(plan: RuleInput['accountPlan']): AccountClasses {
  const byPrefix = new Map(plan.map((entry) => [entry.prefix, entry]))
  const longest = plan.reduce((length, { prefix }) => Math.max(length, prefix.length), 0)
  type Entry = RuleInput['accountPlan'][number]
  const cache = new Map<string, Entry | null>()

  function find(accountNumber: string): Entry | null {
    for (let length = Math.min(longest, accountNumber.length); length > 0; length -= 1) {
      const found = byPrefix.get(accountNumber.slice(0, length))
      if (found) return found
    }
    return null
  }

  function entryOf(accountNumber: string): Entry | null {
    const cached = cache.get(accountNumber)
    if (cached !== undefined) return cached
    const found = find(accountNumber)
    cache.set(accountNumber, found)
    return found
  }

  return {
    of: (accountNumber) => entryOf(accountNumber)?.accountClass ?? null,
    within(accountNumber, ...classes) {
      const found = entryOf(accountNumber)?.accountClass
      return found !== undefined && classes.some((number) => NUMBERED[number]?.includes(found))
    },
    side(accountNumber) {
      const entry = entryOf(accountNumber)
      return entry?.side ?? (entry && USUAL_SIDES[entry.accountClass]) ?? 'both'
    },
    dividends: (accountNumber) => entryOf(accountNumber)?.dividends === true,
  }
}

/** The sum of net over the accounts that are chosen. */
export function sumOfNet(accounts: Iterable<Account>): Big {
  let total = new Big(0)
  for (const account of accounts) total = total.plus(account.net)
  return total
}

/** Change of the summed net from one upload to the other, over the accounts that are chosen; absent ones count 0. */
export function changeOfNet(
  current: UploadIndex,
  previous: UploadIndex,
  chosen: (accountNumber: string) => boolean,
): Big {
  const netOf = ({ accounts }: UploadIndex) =>
    sumOfNet([...accounts.values()].filter(({ number }) => chosen(number)))
  return netOf(current).minus(netOf(previous))
}
