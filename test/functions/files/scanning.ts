import type { SQSBatchResponse } from 'aws-lambda'
import { handler } from '#functions/files/scannedHandler.ts'
import { inRoleOfWorker } from '../roles.ts'
import { sqsEvent } from '../workers.ts'

/** Passes GuardDuty's finding about an object to the function; returns how many messages stay in its queue. */
export async function deliverScanResult(objectKey: string, scanResultStatus = 'THREATS_FOUND'): Promise<number> {
  const detail = { s3ObjectDetails: { objectKey }, scanResultDetails: { scanResultStatus } }
  const event = sqsEvent([{ 'detail-type': 'GuardDuty Malware Protection Object Scan Result', detail }])
  const work = () => handler(event, {} as never) as Promise<SQSBatchResponse>
  return (await inRoleOfWorker(handler, work)).batchItemFailures.length
}
