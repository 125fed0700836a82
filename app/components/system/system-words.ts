import { counted } from '~/domain/values/counted'

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** "1.4 GB", in steps of 1,024. */
export function showBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`
}

/** "3 days, 4 hours", "12 minutes": the two largest units. */
export function showUptime(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return 'less than a minute'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => counted(count, unit))
    .join(', ')
}
