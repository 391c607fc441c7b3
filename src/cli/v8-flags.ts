/** What the process of `voter-registration-server bff` asks of V8; `npm run bench` measures it so. src/bff/README.md, "Memory to plan
 *  for", has what Node's command line can ask for besides. */
export const v8Wishes = [
  // V8 learns where objects live long, and makes such objects among the old ones from then on. What a busy minute has taught
  // it keeps each finished registration until the next large collection, and everyone waits twice as long for the small ones.
  '--no-allocation-site-pretenuring',
  // Old objects may become a third more before they are collected, not four times as many: memory that one need not plan for.
  '--heap-growing-percent=30',
]
