import { alphabets, drawn, regional } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

/** Functions, each in its own threads with its own environment and role. */
export const lambda: Service = {
  types: {
    'AWS::Lambda::EventSourceMapping': { drawn: drawn(32, alphabets.hex) },
    'AWS::Lambda::Function': { named: 'FunctionName', arn: regional('lambda', 'function:') },
  },
  keeps: ['logs'],
  start: async (context) => (await import('./start.ts')).start(context),
}
