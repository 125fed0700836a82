import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { CONTROL_TITLE, checkProvider } from '../control/control-upload'
import type { FundRead } from '../control/read-upload.server'
import type { ControlSet, NavFacts } from '../nav'
import { expectedNav } from '../nav-facts.server'
import { type ExpectedFund, fundLabel } from './umbrella'

/** The funds of files that hold several, each with the NAV that is expected of it, or why it cannot be controlled. */
export async function expectedFunds(
  read: Read,
  set: ControlSet,
  funds: readonly FundRead[],
): Promise<ExpectedFund[]> {
  const expected: ExpectedFund[] = []
  for (const fund of funds) {
    const { fundCode, navDate } = fund
    const nav = await navOrRefusal(read, set, fund)
    expected.push(
      nav instanceof DomainError
        ? { fundCode, navDate, fundName: null, fundNavId: null, note: refusalText(nav) }
        : { fundCode, navDate, fundName: nav.fundName, fundNavId: nav.id, note: '' },
    )
  }
  return expected
}

async function navOrRefusal(
  read: Read,
  set: ControlSet,
  { fundCode, navDate, tables }: FundRead,
): Promise<NavFacts | DomainError> {
  if (tables instanceof DomainError) return tables
  try {
    const nav = await expectedNav(read, fundCode ?? '', navDate ?? '')
    checkProvider(nav, set)
    return nav
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal
    throw refusal
  }
}

/** A refusal in one text, with what it lists. */
export const refusalText = ({ message, options: { list = [] } }: DomainError): string =>
  [message, ...list].join('\n')

const MAX_NAMED = 12

/** The refusal of files of several funds where one was to be controlled; its details name them. */
export function severalFunds(funds: readonly ExpectedFund[]): DomainError {
  const named = funds.slice(0, MAX_NAMED).map(fundLabel)
  const more = funds.length - named.length
  const names = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const sentence = `These files hold ${funds.length} funds: ${names}. Control all of them with one reason and comment, or start the control from the NAV of one of them.`
  return new DomainError('invalid', sentence, {
    title: CONTROL_TITLE,
    fields: { files: sentence },
    details: { funds },
  })
}
