import { distribution } from './distribution/service.ts'
import { dynamodb } from './dynamodb/service.ts'
import { fluidpay } from './fluidpay/service.ts'
import { functionUrls } from './function-urls/service.ts'
import { httpApis } from './http-api/service.ts'
import { lambda } from './lambda/service.ts'
import { s3 } from './s3/service.ts'
import { schedules } from './schedules/service.ts'
import { secrets } from './secrets/service.ts'
import { paypal } from './paypal/service.ts'
import { push } from './push/service.ts'
import type { Service } from './service.ts'
import { ses } from './ses/service.ts'
import { sqs } from './sqs/service.ts'
import { stripe } from './stripe/service.ts'
import { webhooks } from './webhooks/service.ts'
import { webSocketApis } from './websocket-api/service.ts'
import { userPool } from './user-pool/service.ts'

/** All services, each after those that it needs at its start. DynamoDB is last because it takes longest to start. */
export const services: readonly Service[] = [
  secrets,
  lambda,
  ses,
  s3,
  sqs,
  userPool,
  schedules,
  httpApis,
  functionUrls,
  stripe,
  paypal,
  fluidpay,
  push,
  webhooks,
  webSocketApis,
  distribution,
  dynamodb,
]
