import { call } from './calls'

/** NAVs of funds that the demo made through the application: those of tests are inserted directly, without a seal. */
export async function demoNavs(size: number): Promise<{ fundnavid: number; fundcode: string }[]> {
  const { fundNavDetailsList } = (await call(
    'auditor1',
    `dashboard/nav?size=${size}&filter.fundcode=COR`,
  )) as { fundNavDetailsList: { fundnavid: number; fundcode: string }[] }
  if (fundNavDetailsList.length < size) throw new Error(`The demo has fewer than ${size} such NAVs.`)
  return fundNavDetailsList
}
