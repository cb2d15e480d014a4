/** Checks whether two names look the same to a person or a model, such as `send_mail` and `send-rnail`. */
export function isLookAlike(one: string, other: string): boolean {
  return one !== other && skeletonOf(one) === skeletonOf(other);
}

/** Returns a name without what is easily overlooked (compare Unicode UTS #39, section 4). */
function skeletonOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}_.\-\s]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[1i|ıіӏ]/gu, 'l')
    .replaceAll(/[0оο]/gu, 'o')
    .replaceAll('5', 's')
    .replaceAll('а', 'a')
    .replaceAll('е', 'e')
    .replaceAll('с', 'c')
    .replaceAll('р', 'p')
    .replaceAll('х', 'x')
    .replaceAll('у', 'y');
}
