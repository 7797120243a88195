import { developers } from '#shared/api/developers.ts'
import { serve } from '../serve.ts'
import { listClubTokens, removeClubToken, switchTokens } from './clubTokens.ts'
import { listChanges } from './listChanges.ts'
import { listTokens, makeToken, removeToken } from './ownTokens.ts'
import {
  changeWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  rotateSecret,
  sendAgain,
  testWebhook,
} from './webhooks.ts'

export const handler = serve(developers, {
  'GET /rest-api/developers/tokens': listTokens,
  'POST /rest-api/developers/tokens/{orgId}': makeToken,
  'DELETE /rest-api/developers/tokens/{orgId}/{tokenId}': removeToken,
  'GET /api/v1/organizations/{orgId}/changes': listChanges,
  'GET /rest-api/developers/club/{orgId}': listClubTokens,
  'PUT /rest-api/developers/club/{orgId}': switchTokens,
  'DELETE /rest-api/developers/club/{orgId}/token/{tokenId}': removeClubToken,
  'GET /rest-api/developers/club/{orgId}/webhooks': listWebhooks,
  'POST /rest-api/developers/club/{orgId}/webhooks': makeWebhook,
  'PUT /rest-api/developers/club/{orgId}/webhook/{webhookId}': changeWebhook,
  'DELETE /rest-api/developers/club/{orgId}/webhook/{webhookId}': removeWebhook,
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret': rotateSecret,
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test': testWebhook,
  'GET /rest-api/developers/club/{orgId}/webhook/{webhookId}/deliveries': listDeliveries,
  'POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/{deliveryId}': sendAgain,
})
