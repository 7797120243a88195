import type { Functions } from '../registry.ts'

export const webhooks = {
  webhooks: {
    entry: 'functions/webhooks/handler.ts',
    impact: 'Payments that families have made are noticed late: what the providers tell us does not arrive.',
    on: { url: 'webhooks' },
    may: { read: ['HEARD'], write: ['HEARD'] },
    providers: ['stripe', 'paypal'],
  },
} as const satisfies Functions
