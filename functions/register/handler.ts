import { register } from '#shared/api/register.ts'
import { serve } from '../serve.ts'
import { cancelEntry } from './cancel.ts'
import { changeEntry } from './changeEntry.ts'
import { storeAvatar, storeFile } from './files.ts'
import { finalize } from './finalize.ts'
import { startPayment } from './payment.ts'
import { moveWaiting } from './moveWaiting.ts'
import { readMyPlayers } from './myPlayers.ts'
import { readFirstStep, readOpen } from './readRegistration.ts'
import { removeDetails, saveDetails } from './saveDetails.ts'
import { choosePlan, readSummary, usePromoCode } from './summary.ts'
import { accept, withdraw } from './waiting.ts'

export const handler = serve(register, {
  'GET /rest-api/register/{registrationId}/open': readOpen,
  'GET /rest-api/register/{registrationId}/first-step': readFirstStep,
  'GET /rest-api/register/{registrationId}/my-players': readMyPlayers,
  'POST /rest-api/register/{registrationId}/details': saveDetails,
  'DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}': removeDetails,
  'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}': storeAvatar,
  'POST /rest-api/register/{registrationId}/file': storeFile,
  'GET /rest-api/register/{registrationId}/summary': readSummary,
  'POST /rest-api/register/{registrationId}/promo-code': usePromoCode,
  'POST /rest-api/register/{registrationId}/payment-plan': choosePlan,
  'POST /rest-api/register/{registrationId}/finalize': finalize,
  'POST /rest-api/register/{registrationId}/payment-intent': startPayment,
  'POST /rest-api/register/{registrationId}/accept': accept,
  'POST /rest-api/register/{registrationId}/withdraw': withdraw,
  'POST /rest-api/register/{registrationId}/cancel': cancelEntry,
  'POST /rest-api/register/{registrationId}/change': changeEntry,
  'POST /rest-api/register/{registrationId}/waiting': moveWaiting,
})
