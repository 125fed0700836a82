import { Big } from '~/platform/values/decimal'
import type { AccountClass } from './contract'
import type { Account } from './upload-index'

/** The numbered classes of the rule table; 38 belongs to class 3 and 46 to class 4. */
const NUMBERED: Record<number, readonly AccountClass[]> = {
  2: ['securities'],
  3: ['receivables', 'accrued interest'],
  4: ['payables', 'accrued expenses'],
  5: ['cash'],
  9: ['suspense'],
}

export interface AccountClasses {
  /** Null for an account outside the plan. */
  of(accountNumber: string): AccountClass | null
  /** True when the account is of one of the numbered classes. */
  within(accountNumber: string, ...classes: number[]): boolean
}

/** Accrued interest on securities, by any name that a site's own plan gives these accounts. */
export function startsWith38(accountNumber: string): boolean {
  return accountNumber.startsWith('38')
}

/** Accrued expenses, by any name that a site's own plan gives these accounts. */
export function startsWith46(accountNumber: string): boolean {
  return accountNumber.startsWith('46')
}

/** Looks accounts up in an account plan: the longest prefix wins. */
export function accountClasses(plan: { prefix: string; accountClass: AccountClass }[]): AccountClasses {
  const byPrefix = new Map(plan.map(({ prefix, accountClass }) => [prefix, accountClass]))
  const longest = plan.reduce((length, { prefix }) => Math.max(length, prefix.length), 0)
  const known = new Map<string, AccountClass | null>()

  function find(accountNumber: string): AccountClass | null {
    for (let length = Math.min(longest, accountNumber.length); length > 0; length -= 1) {
      const found = byPrefix.get(accountNumber.slice(0, length))
      if (found) return found
    }
    return null
  }

  function of(accountNumber: string): AccountClass | null {
    const cached = known.get(accountNumber)
    if (cached !== undefined) return cached
    const found = find(accountNumber)
    known.set(accountNumber, found)
    return found
  }

  return {
    of,
    within(accountNumber, ...classes) {
      const found = of(accountNumber)
      return found !== null && classes.some((number) => NUMBERED[number]?.includes(found))
    },
  }
}

/** The sum of net over the accounts that are chosen. */
export function sumOfNet(accounts: Iterable<Account>): Big {
  let total = new Big(0)
  for (const account of accounts) total = total.plus(account.net)
  return total
}
