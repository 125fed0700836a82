import { testEInvoiceCases } from 'tests/support/areas/payments/einvoice-cases'

await testEInvoiceCases('call')
