import { createServer } from 'node:net'
import { StartError } from './project.mjs'

/**
 * Refuses a configured port that is in use, before anything is installed, built or loaded. Settings that cannot be read
 * are refused later, together with all others.
 * @throws StartError that names the port
 */
export async function refusePortInUse({ PORT = '', HOST = '', DATABASE_URL = '' }) {
  const port = Number(PORT.trim())
  if (!/^\d+$/.test(PORT.trim()) || port === 0 || port > 65_535) return
  const host = HOST.trim() || (DATABASE_URL.trim() ? undefined : '127.0.0.1')
  const code = await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code))
    probe.listen({ port, host }, () => probe.close(() => resolve(null)))
  })
  if (code === 'EADDRINUSE')
    throw new StartError(`Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`)
}
