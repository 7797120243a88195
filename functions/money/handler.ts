import { money } from '#shared/api/money.ts'
import { serve } from '../serve.ts'
import { createFees } from './createFees.ts'
import { cancelFee, deleteFee, updateFee, writeOffFee } from './editFee.ts'
import { exportFees } from './exportFees.ts'
import { exportJournal, exportLedger } from './exportLedger.ts'
import { listPayouts } from './listPayouts.ts'
import { addManualPayment, undoManualPayment } from './manualPayments.ts'
import { listAdminTeams, listChargeable, listMyFees, readFee, readTotals } from './readFees.ts'
import {
  connectPayPal,
  createPaymentAccount,
  listPaymentAccounts,
  togglePaymentAccount,
  updatePaymentAccount,
} from './processors.ts'
import { remindFee } from './remindFee.ts'
import { changeReminders, readReminders } from './reminders.ts'
import { listPayers, splitFee } from './splitFee.ts'
import { searchFees } from './searchFees.ts'

export const handler = serve(money, {
  'GET /rest-api/fee/search/{orgUnitId}': searchFees,
  'GET /rest-api/fee/totals/{orgUnitId}': readTotals,
  'GET /rest-api/fee/export/{orgUnitId}': exportFees,
  'GET /rest-api/fee/admin-teams/{orgId}': listAdminTeams,
  'GET /rest-api/fee/players/{orgUnitId}': listChargeable,
  'POST /rest-api/fee/create': createFees,
  'GET /rest-api/fee/my-fees': listMyFees,
  'GET /rest-api/fee/details/{feePlayerId}': readFee,
  'GET /rest-api/fee/payers/{feePlayerId}': listPayers,
  'POST /rest-api/fee/split/{feePlayerId}': splitFee,
  'PUT /rest-api/fee/update/{feePlayerId}': updateFee,
  'DELETE /rest-api/fee/delete/{feePlayerId}': deleteFee,
  'POST /rest-api/fee/cancel/{feePlayerId}': cancelFee,
  'POST /rest-api/fee/manual-payment/{feePlayerId}': addManualPayment,
  'POST /rest-api/fee/undo-payment/{feePlayerId}': undoManualPayment,
  'POST /rest-api/fee/write-off/{feePlayerId}': writeOffFee,
  'POST /rest-api/fee/remind/{feePlayerId}': remindFee,
  'GET /rest-api/fee/reminders/{orgId}': readReminders,
  'PUT /rest-api/fee/reminders/{orgId}': changeReminders,
  'GET /rest-api/fee/payouts/{orgId}': listPayouts,
  'GET /rest-api/fee/journal/{orgId}': exportJournal,
  'GET /rest-api/fee/ledger/{orgId}': exportLedger,
  'GET /rest-api/fee/payment-accounts/{orgId}/all': listPaymentAccounts,
  'POST /rest-api/fee/payment-accounts/create': createPaymentAccount,
  'POST /rest-api/fee/payment-accounts/paypal': connectPayPal,
  'POST /rest-api/fee/payment-accounts/update': updatePaymentAccount,
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}': togglePaymentAccount,
})
