import { testBankCases } from 'tests/support/areas/payments/bank-cases'

await testBankCases('call')
