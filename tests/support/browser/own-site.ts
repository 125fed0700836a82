import { inject } from 'vitest'

/** A site of a worker: its address, its database's addresses, and the browser that visits it. */
export interface OwnSite {
  origin: string
  url: string
  ownerUrl: string
  browser: string
}

/** The site of this worker. Files that run one after the other share it. */
export function ownSite(): OwnSite {
  const worker = Number(process.env.VITEST_POOL_ID)
  const site = inject('sites')[worker - 1]
  if (!site) throw new Error(`There is no site for worker ${worker}`)
  return site
}
