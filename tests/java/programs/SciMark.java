// SPDX-License-Identifier: BSD-2-Clause
import jnt.scimark2.FFT;
import jnt.scimark2.LU;
import jnt.scimark2.MonteCarlo;
import jnt.scimark2.Random;
import jnt.scimark2.SOR;
import jnt.scimark2.SparseCompRow;

/** The five kernels of SciMark 2, of which the results are told and not the time. */
public class SciMark {
    static double[] vector(int size, Random random) {
        double[] made = new double[size];
        for (int i = 0; i < size; ++i) made[i] = random.nextDouble();
        return made;
    }

    static double[][] matrix(int size, Random random) {
        double[][] made = new double[size][];
        for (int i = 0; i < size; ++i) made[i] = vector(size, random);
        return made;
    }

    static long bits(double[] vector) {
        long sum = 0;
        for (double each : vector) sum = 31 * sum + Double.doubleToLongBits(each);
        return sum;
    }

    static long bits(double[][] matrix) {
        long sum = 0;
        for (double[] each : matrix) sum = 17 * sum + bits(each);
        return sum;
    }

    public static void main(String[] words) {
        Random random = new Random(101010);
        double[] wave = vector(2 * 256, random);
        double[] before = wave.clone();
        FFT.transform(wave); // its sines may have another last bit
        System.out.printf("FFT %.9f %.9f%n", wave[0], wave[301]);
        FFT.inverse(wave);
        double error = 0;
        for (int i = 0; i < wave.length; ++i)
            error = Math.max(error, Math.abs(wave[i] - before[i]));
        System.out.println(error < 1e-12);

        double[][] grid = matrix(50, random);
        SOR.execute(1.25, grid, 10);
        System.out.println("SOR " + bits(grid));

        System.out.println("MonteCarlo " + MonteCarlo.integrate(20_000));

        int size = 200;
        int rowSize = 5;
        double[] values = vector(size * rowSize, random);
        int[] columns = new int[size * rowSize];
        int[] rows = new int[size + 1];
        for (int i = 0; i < size; ++i) {
            rows[i + 1] = rows[i] + rowSize;
            for (int j = 0; j < rowSize; ++j)
                columns[rows[i] + j] = (i / rowSize + 1) * j;
        }
        double[] product = new double[size];
        SparseCompRow.matmult(product, values, rows, columns, vector(size, random), 5);
        System.out.println("SparseCompRow " + bits(product));

        double[][] factors = matrix(40, random);
        int[] pivot = new int[40];
        System.out.println("LU " + LU.factor(factors, pivot) + " " + bits(factors)
                + " " + pivot[7]);
    }
}
