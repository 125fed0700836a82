import { demoSite } from './demo-site'

// Plays the demo for a run of tests, in a process of its own: its argument is where.
await demoSite(JSON.parse(process.argv[2] ?? ''))
process.exit()
