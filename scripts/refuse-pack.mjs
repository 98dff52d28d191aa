// npm runs this as `prepack` of every source package. Plain JavaScript, so that any Node can say it.
process.stderr.write(
  'This package is TypeScript source, which Node does not run under node_modules.\n' +
    'Pack its compiled form from the root of the repository: npm run pack:packages -- --out DIR [package …]\n',
);
process.exitCode = 1;
