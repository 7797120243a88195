import { registrations } from '#shared/api/registrations.ts'
import { serve } from '../serve.ts'
import { addAddOn, changeAddOn, copyAddOns, listExistingAddOns, readAddOns, removeAddOn } from './addOns.ts'
import { readCoachAnswers } from './coachAnswers.ts'
import { copyRegistration } from './copyRegistration.ts'
import { createRegistration } from './createRegistration.ts'
import { deleteRegistration } from './deleteRegistration.ts'
import { calculateInstallments, readInstallments, saveInstallments } from './installments.ts'
import {
  inviteAll,
  listInviteCandidates,
  listInvited,
  summarizeInvitations,
  withdrawInvitation,
} from './invitations.ts'
import { addNotified, changeNotified, listNotified, listNotifyCandidates, removeNotified } from './notifications.ts'
import { closeRegistration, draftLaunch, launchRegistration, readLaunch, reopenRegistration } from './launch.ts'
import { listRegistrations, listTeams } from './listRegistrations.ts'
import { listEvents } from './optionEvents.ts'
import { addOption, changeOption, readOptions, removeOption } from './options.ts'
import { chooseMain, listAccounts, switchPayments } from './paymentAccounts.ts'
import { addPromoCode, changePromoCode, listPromoCodes, removePromoCode } from './promoCodes.ts'
import { calculatePrice, saveQuestions } from './questions.ts'
import { autoSaveSetup, readSteps, saveSetup } from './setup.ts'
import { trackPage, trackTotals } from './track.ts'
import { exportTrack } from './trackCsv.ts'
import { readEntry } from './trackEntry.ts'
import { bindTag, createTag, deleteTag, searchTags, unbindTag } from './tags.ts'

export const handler = serve(registrations, {
  'GET /rest-api/registration/teams/{orgId}': listTeams,
  'GET /rest-api/registration/list/{orgUnitId}': listRegistrations,
  'POST /rest-api/registration/create': createRegistration,
  'POST /rest-api/registration/copy/{registrationId}': copyRegistration,
  'DELETE /rest-api/registration/{registrationId}': deleteRegistration,
  'GET /rest-api/registration/step-details/{registrationId}': readSteps,
  'POST /rest-api/registration/setup/{registrationId}': saveSetup,
  'PATCH /rest-api/registration/setup/{registrationId}': autoSaveSetup,
  'PUT /rest-api/registration/questions/{registrationId}': saveQuestions,
  'POST /rest-api/registration/price/{registrationId}': calculatePrice,
  'GET /rest-api/registration/event-options/{registrationId}/summary': readOptions,
  'GET /rest-api/registration/event-options/{registrationId}/events': listEvents,
  'POST /rest-api/registration/event-options/{registrationId}': addOption,
  'PUT /rest-api/registration/event-options/{registrationId}/{optionId}': changeOption,
  'DELETE /rest-api/registration/event-options/{registrationId}/{optionId}': removeOption,
  'GET /rest-api/registration/launch/{registrationId}/summary': readLaunch,
  'POST /rest-api/registration/launch/{registrationId}/draft': draftLaunch,
  'POST /rest-api/registration/launch/{registrationId}': launchRegistration,
  'POST /rest-api/registration/launch/{registrationId}/close': closeRegistration,
  'POST /rest-api/registration/launch/{registrationId}/reopen': reopenRegistration,
  'GET /rest-api/registration/tag/search/{registrationId}': searchTags,
  'POST /rest-api/registration/tag/create/{registrationId}': createTag,
  'PUT /rest-api/registration/tag/bind/{registrationId}/{tagId}': bindTag,
  'DELETE /rest-api/registration/tag/unbind/{registrationId}/{tagId}': unbindTag,
  'DELETE /rest-api/registration/tag/delete/{registrationId}/{tagId}': deleteTag,
  'GET /rest-api/registration/promo-codes/{registrationId}': listPromoCodes,
  'POST /rest-api/registration/promo-codes/{registrationId}': addPromoCode,
  'PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}': changePromoCode,
  'DELETE /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}': removePromoCode,
  'GET /rest-api/registration/installments/{registrationId}': readInstallments,
  'POST /rest-api/registration/installments/{registrationId}': saveInstallments,
  'POST /rest-api/registration/installments/{registrationId}/calculate': calculateInstallments,
  'GET /rest-api/registration/add-ons/{registrationId}': readAddOns,
  'POST /rest-api/registration/add-ons/{registrationId}': addAddOn,
  'PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}': changeAddOn,
  'DELETE /rest-api/registration/add-ons/{registrationId}/{addOnId}': removeAddOn,
  'GET /rest-api/registration/add-ons/{registrationId}/existing': listExistingAddOns,
  'POST /rest-api/registration/add-ons/{registrationId}/copy-existing': copyAddOns,
  'GET /rest-api/registration/payment-accounts/{registrationId}': listAccounts,
  'PUT /rest-api/registration/payment-accounts/{registrationId}/main': chooseMain,
  'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments': switchPayments,
  'GET /rest-api/registration/invitations/{registrationId}/summary': summarizeInvitations,
  'POST /rest-api/registration/invitations/{registrationId}': inviteAll,
  'POST /rest-api/registration/invitations/{registrationId}/withdraw': withdrawInvitation,
  'GET /rest-api/registration/invitations/{registrationId}/emails': listInvited,
  'GET /rest-api/registration/invitations/{registrationId}/candidates': listInviteCandidates,
  'GET /rest-api/registration/notifications/{registrationId}': listNotified,
  'GET /rest-api/registration/notifications/{registrationId}/candidates': listNotifyCandidates,
  'POST /rest-api/registration/notifications/{registrationId}': addNotified,
  'PUT /rest-api/registration/notifications/{registrationId}/{userId}': changeNotified,
  'DELETE /rest-api/registration/notifications/{registrationId}/{userId}': removeNotified,
  'GET /rest-api/registration/track/{registrationId}': trackPage,
  'GET /rest-api/registration/track/{registrationId}/totals': trackTotals,
  'GET /rest-api/registration/track/{registrationId}/csv': exportTrack,
  'GET /rest-api/registration/answers/{teamId}': readCoachAnswers,
  'GET /rest-api/registration/track/{registrationId}/entry': readEntry,
})
