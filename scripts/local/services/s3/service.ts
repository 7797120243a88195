import { generatedName, regional, type Text } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

const arn: Text = ({ name }) => `arn:aws:s3:::${name}`

/** Buckets, including presigned URLs. */
export const s3: Service = {
  types: {
    'AWS::S3::Bucket': {
      nameProperty: 'BucketName',
      defaultName: (bucket) => generatedName(bucket, 63).toLowerCase(),
      arn,
      attributes: {
        DomainName: ({ name }) => `${name}.s3.amazonaws.com`,
        RegionalDomainName: ({ name, region }) => `${name}.s3.${region}.amazonaws.com`,
      },
    },
    'AWS::GuardDuty::MalwareProtectionPlan': { arn: regional('guardduty', 'malware-protection-plan/') },
  },
  dataFiles: ['buckets'],
  api(assembly) {
    const buckets = new Set(assembly.ofType('AWS::S3::Bucket').map((bucket) => assembly.physicalId(bucket)))
    return {
      owns: ({ caller, path, target }) =>
        caller?.service === 's3' || (!target && buckets.has(path.split('/')[1] ?? '')),
      protocol: () => 's3',
      // It checks signatures and roles itself: the permissions that an operation needs depend on existing objects.
      needs: async () => ({ needs: [], open: true }),
    }
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
