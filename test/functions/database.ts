// Each test worker has its own database; see dynamodb.ts.
const databases = (process.env['DATABASES'] ?? '').split(' ')
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = databases[Number(process.env['VITEST_POOL_ID']) - 1]
