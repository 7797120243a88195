import { madeName, type Text } from '../../assembly/resourceType.ts'
import type { Call } from '../../gate/call.ts'
import { callerOfForm, formField } from '../../gate/caller.ts'
import type { Service, Understood } from '../service.ts'
import { s3Needs } from './needs.ts'

const arn: Text = ({ name }) => `arn:aws:s3:::${name}`

/** Buckets, at addresses that are signed ahead too. */
export const s3: Service = {
  types: {
    'AWS::S3::Bucket': {
      named: 'BucketName',
      drawn: (bucket) => madeName(bucket, 63).toLowerCase(),
      arn,
      attributes: {
        DomainName: ({ name }) => `${name}.s3.amazonaws.com`,
        RegionalDomainName: ({ name, region }) => `${name}.s3.${region}.amazonaws.com`,
      },
    },
  },
  keeps: ['buckets'],
  api(assembly) {
    const buckets = new Set(assembly.ofType('AWS::S3::Bucket').map((bucket) => assembly.physicalId(bucket)))
    return {
      owns: ({ caller, path, target }) =>
        caller?.service === 's3' || (!target && buckets.has(path.split('/')[1] ?? '')),
      protocol: () => 's3',
      needs: understood,
    }
  },
  start: async (house) => (await import('./start.ts')).start(house),
}

async function understood(call: Call): Promise<Understood | undefined> {
  const { method, path, search, request } = call
  // A browser asks before it sends, unsigned; the bucket's CORS rules answer.
  if (method === 'OPTIONS') return { needs: [], open: true }
  if (method === 'POST' && request.headers['content-type']?.startsWith('multipart/form-data')) {
    const form = await call.body()
    const resource = `arn:aws:s3:::${path.split('/')[1]}/${formField(form, 'key') ?? ''}`
    return { needs: [{ action: 's3:PutObject', resource }], caller: callerOfForm(form) }
  }
  const source = request.headers['x-amz-copy-source']
  const deletes = method === 'POST' && search.has('delete')
  const body = deletes ? (await call.body()).toString() : ''
  const needs = s3Needs(method, path, search, typeof source === 'string' ? source : undefined, body)
  return needs && { needs }
}
