/** Preact as React, for a bundler. The library's own default export is an object that holds everything; this one is the
 *  module, so that what nobody uses of it stays out of the files. */
export * from 'preact/compat'
export * as default from 'preact/compat'
