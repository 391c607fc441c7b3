/** Reads what happens to a voter's data, `docs/data-map.yaml`. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import * as z from 'zod/mini'

/** One kind of data: what it is and where it goes, for how long, and the tables of the BFF's database that it is in. */
const DataRow = z.strictObject({
  data: z.string(),
  goes: z.string(),
  kept: z.string(),
  tables: z.optional(z.array(z.string())),
})

/** All of it. */
export const dataMap = z
  .array(DataRow)
  .parse(parse(readFileSync(fileURLToPath(new URL('../../docs/data-map.yaml', import.meta.url)), 'utf8')))
