import { afterEach } from 'vitest'
import { ownSite } from './own-site'

afterEach(() => {
  const errors = ownSite().errors.splice(0)
  if (errors.length > 0) throw new Error(`The application logged errors:\n${errors.join('\n')}`)
})
