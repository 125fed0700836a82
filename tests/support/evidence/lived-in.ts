import type { SealedSite } from './sealed-site'

/** Gives a sealed site data: a NAV was controlled, partly justified and submitted, and another cancelled. */
export async function livedIn(site: SealedSite) {
  const fund = await site.addFund({ fundCode: 'EVID01' })
  const previous = await site.control('accountant1', { model: fund.previous, set: fund.set })
  const run = await site.control('accountant1', fund)
  await site.matching('accountant1', fund)
  const other = await site.addFund({ fundCode: 'EVID02' })
  await site.step('teamleader1', other.navId, 'cancel', { comment: 'Fund merged' })
  return { fund, other, previous, run }
}
