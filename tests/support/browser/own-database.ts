import { connectDatabase } from 'db/database'
import { SIGNING_KEY } from 'tests/support/demo/demo-site'
import { openSigning } from '~/platform/workflow/signing.server'
import { ownSite } from './own-site'

const { sign } = openSigning(SIGNING_KEY)

/** The database of the site that browser tests share, or another one; what it writes is sealed as the site does. */
export const ownDatabase = (url = ownSite().url) => connectDatabase({ url, sign })
