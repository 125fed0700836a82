declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  /** What the tests use of it; it has no types of its own. */
  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    configureBuckets(): Promise<void>
    callback(): RequestListener
  }
}
