import { ensureInstalled } from './install.mjs'
import { refusePortInUse } from './port.mjs'
import { project, run } from './project.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

await run(async () => {
  process.env.NODE_ENV = 'development'
  await refusePortInUse(process.env)
  // Threads run TypeScript with a tool that otherwise only tests need.
  await ensureInstalled(say, { tests: true })
  const { ensureFonts } = await import('./fonts.mjs')
  await ensureFonts()
  const { createServer } = await import('vite')
  const vite = await createServer({ root: project, appType: 'custom', server: { middlewareMode: true } })
  const { main } = await vite.ssrLoadModule('/app/http/server/main.ts')
  await main({
    project,
    say,
    build: async () => () => vite.ssrLoadModule('virtual:remix/server-build'),
    vite: vite.middlewares,
  })
})
