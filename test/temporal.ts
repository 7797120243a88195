// Node 24 has no Temporal of its own; browsers do.
import 'temporal-polyfill/global'
