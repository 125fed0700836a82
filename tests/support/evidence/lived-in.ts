import type { SealedSite } from './sealed-site'

/** Makes a sealed site lived in: a NAV was controlled, justified in part and submitted, and another was cancelled. */
export async function livedIn(site: SealedSite) {
  const fund = await site.addFund({ fundCode: 'EVID01' })
  const previous = await site.control('accountant1', { model: fund.previous, set: fund.set })
  const run = await site.control('accountant1', fund)
  await site.matching('accountant1', fund)
  const other = await site.addFund({ fundCode: 'EVID02' })
  await site.step('teamleader1', other.navId, 'cancel', { comment: 'Fund merged' })
  return { fund, other, previous, run }
}
