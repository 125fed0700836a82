import { sealedSite } from './sealed-site'

/** A sealed site with a NAV that was controlled, justified in part and submitted, and another that was cancelled. */
export async function livedSite() {
  const site = await sealedSite()
  const fund = await site.addFund({ fundCode: 'EVID01' })
  const previous = await site.control('accountant1', { model: fund.previous, set: fund.set })
  const run = await site.control('accountant1', fund)
  await site.matching('accountant1', fund)
  const other = await site.addFund({ fundCode: 'EVID02' })
  await site.step('teamleader1', other.navId, 'cancel', { comment: 'Fund merged' })
  return { site, fund, other, previous, run }
}
